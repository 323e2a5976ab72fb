// What the page asks Cryptagon. The token is in the address behind #, which is sent to nobody else.

const token = location.hash.slice(1);

/** Words of a refusal on one line. */
export class Refused extends Error {
  constructor({ what, where, why, fix }) {
    super([where ? `${where}: ${what}` : what, why, fix].filter(Boolean).join(". "));
  }
}

/** The answer of the API at `path`; throws Refused. */
export async function ask(path, question) {
  let response;
  try {
    response = await fetch(`/api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Token": token },
      body: JSON.stringify(question),
    });
  } catch {
    throw new Refused({ what: "Cryptagon does not answer", fix: "start it again: cryptagon spt draw" });
  }
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer);
  return answer;
}

/** Asks once after the last of several changes, and again where something changed meanwhile; `taken` gets the newest answer. */
export class Asker {
  constructor(path, question, taken, failed, wait = 150) {
    Object.assign(this, { path, question, taken, failed, wait, timer: 0, number: 0 });
  }

  soon() {
    this.number += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), this.wait);
  }

  async now() {
    const number = this.number;
    try {
      const answer = await ask(this.path, this.question());
      if (number === this.number) this.taken(answer);
    } catch (fault) {
      if (number === this.number) this.failed(fault);
    }
  }
}
