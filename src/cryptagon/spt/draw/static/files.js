// Opening, saving and downloading; and what is said of it.

import { ask } from "./api.js";

export class Files {
  name = "figure.uxf";
  path = ""; // of the file that is saved; empty where there is none

  constructor(model) {
    this.model = model;
    this.notice = document.getElementById("notice");
    this.notice.querySelector("button").addEventListener("click", () => this.hush());
    document.getElementById("open").addEventListener("change", (event) => this.open(event.target));
    document.getElementById("save").addEventListener("click", () => this.save());
    for (const button of document.querySelectorAll("[data-download]")) {
      button.title = "Download the drawing as a file of this kind";
      button.addEventListener("click", () => this.download(button.dataset.download));
    }
    addEventListener("beforeunload", (event) => { if (!model.saved) event.preventDefault(); });
  }

  /** What the page begins with. */
  start({ opened, path }) {
    this.path = path;
    document.getElementById("save").disabled = !path;
    this.#take(opened);
  }

  async open(field) {
    const [file] = field.files;
    field.value = "";
    if (!file || (!this.model.saved && !confirm("The drawing has changes that are not saved. Leave them?"))) return;
    await this.#tried(async () => this.#take(await ask("open", { name: file.name, text: await file.text() }), !this.path));
  }

  async save() {
    if (!this.path) return this.download(this.name.split(".").pop());
    return this.#tried(async () => {
      const { path } = await ask("save", { drawing: this.model.drawing });
      this.model.markSaved();
      this.say(`Saved as ${path}`, "good");
    });
  }

  async download(kind) {
    await this.#tried(async () => {
      const name = `${this.name.replace(/\.[^.]*$/, "")}.${kind}`;
      const { text } = await ask("write", { name, drawing: this.model.drawing });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "application/xml" }));
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      if (!this.path) this.model.markSaved();
    });
  }

  /** Tell something until it is closed, or something else is told. */
  say(text, kind = "bad") {
    this.notice.className = kind;
    this.notice.hidden = false;
    this.notice.firstElementChild.textContent = text;
  }

  hush() { this.notice.hidden = true; }

  /** A drawing that was opened; it is saved under the name of the file on the desk, where there is one. */
  #take({ name, drawing, lost }, saved = true) {
    if (!this.path) this.name = name;
    else if (saved) this.name = name;
    this.hush();
    if (lost.length) this.say(`Not taken from the file: ${lost.join(". ")}`);
    this.model.load(drawing, saved);
  }

  async #tried(action) {
    try {
      await action();
    } catch (fault) {
      this.say(fault.message);
    }
  }
}
