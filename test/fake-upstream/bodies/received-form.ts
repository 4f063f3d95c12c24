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
  /** Absent if the server does not store bytes. */
  bytes?: Buffer;
}

export type FormEntry = ReceivedField | ReceivedFile;

/** A multipart body, with its parts in order of arrival. */
export class ReceivedForm {
  constructor(readonly entries: readonly FormEntry[]) {}

  get fields(): ReceivedField[] {
    return this.entries.filter((entry) => 'value' in entry);
  }

  get files(): ReceivedFile[] {
    return this.entries.filter((entry) => 'sha256' in entry);
  }

  /** The value of the first field with this name. */
  value(name: string): string | undefined {
    return this.values(name)[0];
  }

  values(name: string): string[] {
    return this.fields.filter((field) => field.name === name).map(({ value }) => value);
  }
}
