/** A file that a client uploaded. It lies on this machine's disk until its request is over. */
export interface UploadedFile {
  path: string;
  sizeBytes: number;
  /** As the client named it; never a path, and never used to store anything. */
  fileName?: string;
  /** What its first bytes say it is; `application/octet-stream` where they say nothing. */
  mediaType: string;
}

export type FormEntry = { name: string; value: string } | { name: string; file: UploadedFile };

/** The parts of a form, in the order in which they came. */
export type Form = readonly FormEntry[];
