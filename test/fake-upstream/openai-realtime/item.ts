import type { Fields } from '../fields.js';

export interface ContentPart extends Fields {
  type: string;
  text?: string;
  transcript?: string | null;
}

/** An item with its current names, as clients receive it. */
export interface Item extends Fields {
  id: string;
  type: string;
  status?: string;
  role?: string;
  content?: ContentPart[];
  call_id?: string;
  output?: string;
}

/** An item with its audio, which is only returned on request. */
export interface StoredItem {
  item: Item;
  audio?: StoredAudio;
}

export interface StoredAudio {
  bytes: Buffer;
  durationMs: number;
  /** Its transcript, if it is not output of a model. */
  received?: string;
}
