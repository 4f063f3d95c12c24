interface OpenCall {
  id: string;
  name: string;
}

/** The calls of the model's last turn that no result has answered yet. Ids are optional here, names are not. */
export class OpenCalls {
  private calls: OpenCall[] = [];

  replace(calls: OpenCall[]): void {
    this.calls = calls;
  }

  /** The call that a result belongs to: by its id, else the first of its name. */
  answer(id: string | undefined, name: string): OpenCall | undefined {
    const byId = this.calls.findIndex((call) => call.id === id);
    const index = byId === -1 ? this.calls.findIndex((call) => call.name === name) : byId;
    return index === -1 ? undefined : this.calls.splice(index, 1)[0];
  }
}
