export interface ReceivedField {
  name: string;
  value: string;
}

export interface ReceivedFile {
  name: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  /** Absent where the server was told to keep no bytes. */
  bytes?: Buffer;
}

export type FormEntry = ReceivedField | ReceivedFile;

/** A multipart body, its parts in the order in which they came. */
export class ReceivedForm {
  constructor(readonly entries: readonly FormEntry[]) {}

  get fields(): ReceivedField[] {
    return this.entries.filter((entry) => 'value' in entry);
  }

  get files(): ReceivedFile[] {
    return this.entries.filter((entry) => 'sha256' in entry);
  }

  /** What the first field of this name says. */
  value(name: string): string | undefined {
    return this.values(name)[0];
  }

  values(name: string): string[] {
    return this.fields.filter((field) => field.name === name).map(({ value }) => value);
  }
}
