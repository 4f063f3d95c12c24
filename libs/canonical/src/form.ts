/** A file that a client uploaded. It is on this machine's disk until its request ends. */
export interface UploadedFile {
  path: string;
  sizeBytes: number;
  /** The name that the client gave it. It is not a path, and is never used to store anything. */
  fileName?: string;
  /** Detected from its first bytes; `application/octet-stream` if they are not recognized. */
  mediaType: string;
}

export type FormEntry = { name: string; value: string } | { name: string; file: UploadedFile };

/** The fields of a form, in the order in which they were received. */
export type Form = readonly FormEntry[];
