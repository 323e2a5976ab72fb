"""Examples that others wrote for HLS tools: which there are, and the function of each that becomes
hardware.

The files themselves are not in this repository.
"""

from dataclasses import dataclass

AMD = ("Xilinx/Vitis-HLS-Introductory-Examples", "aa5c160faf5d5ebf58674df8f0591f9984ebae0f")
MACHSUITE = ("breagen/MachSuite", "6236e593012cb86b0d2f08d9fb9ba0411ff989b4")


@dataclass(frozen=True)
class Example:
    """A file at `path` of its origin (repository, commit), its function `top`, and the folder of that
    repository in which further headers lie, "" for none.
    """

    origin: tuple[str, str]
    path: str
    top: str
    headers: str = ""


OF_AMD = """
Array/array_partition_block_cyclic/matmul_partition.cpp matmul_partition
Array/array_partition_complete/matmul_partition.cpp matmul_partition
DSP/fft/interface_array/fft_top.cpp fft_top
DSP/fft/interface_array_float_ssr2/fft_top.cpp fft_top
DSP/fft/interface_stream/fft_top.cpp fft_top
DSP/fft/interface_stream_float_ssr2/fft_top.cpp fft_top
DSP/fft/logicore_fft_float_ssr/fft_top.cpp fft_top
DSP/fir/decimator/fir_top.cpp fir_top
Interface/Aggregation_Disaggregation/aggregation_of_m_axi_ports/example.cpp dut
Interface/Aggregation_Disaggregation/aggregation_of_nested_structs/example.cpp top
Interface/Aggregation_Disaggregation/aggregation_of_struct/example.cpp dut
Interface/Aggregation_Disaggregation/auto_disaggregation_of_struct/example.cpp dut
Interface/Aggregation_Disaggregation/disaggregation_of_axis_port/example.cpp dut
Interface/Aggregation_Disaggregation/struct_ii_issue/example.cpp dut
Interface/Memory/burst_rw/vadd.cpp vadd
Interface/Memory/coefficient_filter/hamming_window.c hamming_window
Interface/Memory/ecc_flags/ecc_flags.cpp ecc_flags
Interface/Memory/lmem_2rw/vadd.cpp vadd
Interface/Memory/manual_burst/manual_burst_example/auto_burst_inference_failure/example.cpp krnl_transfer
Interface/Memory/manual_burst/manual_burst_example/manual_burst_inference_success/example.cpp transfer_kernel
Interface/Memory/manual_burst/manual_burst_with_conditionals/example.cpp example
Interface/Memory/max_widen_port_width/example.cpp example
Interface/Memory/ram_uram/resource_uram.cpp resource_uram
Interface/Memory/rom_lookup_table_math/lookup_math.cpp lookup_math
Interface/Memory/using_axi_master/example.cpp example
Interface/Register/using_axi_lite_with_user_defined_offset/example.cpp example
Interface/Streaming/axi_stream_custom_side_channel_data_2/example.cpp example
Interface/Streaming/axi_stream_to_master/example.cpp example
Interface/Streaming/axis_array_stream_no_side_channel_data/example.cpp example
Interface/Streaming/using_array_of_streams/example.cpp dut
Interface/Streaming/using_axi_stream_with_side_channel_data/example.cpp example
Interface/Streaming/using_axi_stream_with_struct/example.cpp example
Migration/pointer_basic.c pointer_basic
Misc/initialization_and_reset/static_array_ROM/test.cpp test
Misc/malloc_removed/malloc_removed.c malloc_removed
Misc/rtl_as_blackbox/example.cpp example
Modeling/Pointers/basic_arithmetic/pointer_arith.c pointer_arith
Modeling/Pointers/multiple_pointers/pointer_multi.c pointer_multi
Modeling/Pointers/native_casts/pointer_cast_native.c pointer_cast_native
Modeling/Pointers/stream_better/pointer_stream_better.c pointer_stream_better
Modeling/Pointers/stream_good/pointer_stream_good.c pointer_stream_good
Modeling/Pointers/using_double/pointer_double.c pointer_double
Modeling/conditional_control_of_pragmas/using_defines/dot_product.cpp dot_product
Modeling/conditional_control_of_pragmas/using_template_function/adder.cpp top
Modeling/cpp_templates_for_multiple_instances/cpp_template.cpp cpp_template
Modeling/fixed_point_sqrt/fxp_sqrt_top.cpp fxp_sqrt_top
Modeling/free_running_kernel_remerge_ii4to1/example.cpp example
Modeling/using_arbitrary_precision_arith/cpp_ap_int_arith.cpp cpp_ap_int_arith
Modeling/using_arbitrary_precision_casting/arbitrary_precision_casting.cpp arbitrary_precision_casting
Modeling/using_array_stencil_1d/dut.cpp top
Modeling/using_array_stencil_2d/filter2d_hw.cpp Filter2DKernel
Modeling/using_cpp_templates/cpp_template.cpp cpp_template
Modeling/using_fixed_point/cpp_ap_fixed.cpp cpp_ap_fixed
Modeling/using_float_and_double/fp_mul_pow2.c double_mul_pow2
Modeling/using_vectors/example.cpp example
Modeling/variable_bound_loops/loop_var.cpp loop_var
Pipelining/Functions/function_instantiate/example.cpp top
Pipelining/Functions/hier_func/hier_func4.cpp hier_func4
Pipelining/Loops/imperfect_loop/loop_imperfect.cpp loop_imperfect
Pipelining/Loops/perfect_loop/loop_perfect.cpp loop_perfect
Pipelining/Loops/using_free_running_pipeline/free_pipe_mult.cpp free_pipe_mult
Task_level_Parallelism/Control_driven/Channels/autorestart/diamond.cpp diamond
Task_level_Parallelism/Control_driven/Channels/merge_split/merge_load_balance/test.cpp dut
Task_level_Parallelism/Control_driven/Channels/merge_split/merge_round_robin/test.cpp dut
Task_level_Parallelism/Control_driven/Channels/merge_split/split_load_balance/test.cpp dut
Task_level_Parallelism/Control_driven/Channels/merge_split/split_round_robin/test.cpp dut
Task_level_Parallelism/Control_driven/Channels/simple_fifos/diamond.cpp diamond
Task_level_Parallelism/Control_driven/Channels/using_fifos/diamond.cpp diamond
Task_level_Parallelism/Control_driven/Channels/using_stream_of_blocks/diamond.cpp diamond
Task_level_Parallelism/Data_driven/mixed_control_and_data_driven/test.cpp dut
Task_level_Parallelism/Data_driven/simple_data_driven/test.cpp odds_and_evens
Task_level_Parallelism/Data_driven/unique_task_regions/test.cpp top
"""
"""Files and top functions of all that have an `hls_config.cfg`, as these name them."""

OF_MACHSUITE = """
aes/aes/aes.c aes256_encrypt_ecb
backprop/backprop/backprop.c backprop
bfs/bulk/bfs.c bfs
bfs/queue/bfs.c bfs
fft/strided/fft.c fft
fft/transpose/fft.c fft1D_512
gemm/blocked/gemm.c bbgemm
gemm/ncubed/gemm.c gemm
kmp/kmp/kmp.c kmp
md/grid/md.c md
md/knn/md.c md_kernel
nw/nw/nw.c needwun
sort/merge/sort.c ms_mergesort
sort/radix/sort.c ss_sort
spmv/crs/spmv.c spmv
spmv/ellpack/spmv.c ellpack
stencil/stencil2d/stencil.c stencil
stencil/stencil3d/stencil.c stencil3d
viterbi/viterbi/viterbi.c viterbi
"""
"""All its programs; those with floating point among them."""


def _examples(lines: str, origin: tuple[str, str], headers: str = "") -> dict[str, Example]:
    found = (line.split() for line in lines.split("\n") if line)
    return {path: Example(origin, path, top, headers) for path, top in found}


EXAMPLES = _examples(OF_AMD, AMD) | _examples(OF_MACHSUITE, MACHSUITE, "common")
