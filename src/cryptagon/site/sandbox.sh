# Inside new namespaces: one folder in memory to write in, everything else to read alone, some files hidden.
# sh sandbox.sh FOLDER BYTES COPIED NUMBER HIDDEN... COMMAND...
set -eu
folder=$1 bytes=$2 copied=$3 number=$4
shift 4
mount --make-rprivate /
while [ "$number" -gt 0 ]; do
    mount --bind /dev/null "$1"
    shift
    number=$((number - 1))
done
mount -t tmpfs -o "size=$bytes,mode=700" tmpfs "$folder"
# What the kernel keeps for itself, and devices, are left as they are; a mount that cannot be made so ends it all.
cut -d' ' -f2 /proc/self/mounts | while read -r place; do
    place=$(printf '%b' "$place")
    case $place in
    "$folder" | /proc | /proc/* | /sys | /sys/* | /dev | /dev/*) ;;
    *) mount -o remount,bind,ro "$place" ;;
    esac
done
mkdir "$folder/tmp" "$folder/home" "$folder/build"
[ -z "$copied" ] || cp -r "$copied" "$folder/build/"
cd "$folder"
# Who made the mounts may undo them, so that power is given up; in namespaces of its own it finds them locked.
exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs "$@"
