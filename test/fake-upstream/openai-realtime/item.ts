import type { Fields } from '../fields.js';

export interface ContentPart extends Fields {
  type: string;
  text?: string;
  transcript?: string | null;
}

/** An item in today's names, as it is shown. */
export interface Item extends Fields {
  id: string;
  type: string;
  status?: string;
  role?: string;
  content?: ContentPart[];
  call_id?: string;
  output?: string;
}

/** An item with the audio that is only shown to who asks for it. */
export interface StoredItem {
  item: Item;
  audio?: StoredAudio;
}

export interface StoredAudio {
  bytes: Buffer;
  durationMs: number;
  /** What a model hears in it, if it is not what a model has said. */
  received?: string;
}
