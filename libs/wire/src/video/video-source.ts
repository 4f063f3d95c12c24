import { type ImageInput, type JsonObject } from '#canonical';

interface Bounds {
  min?: number;
  max?: number;
}

/** What a form and a JSON object have in common: values that are asked for by name. */
export interface VideoFields {
  string(name: string): string | undefined;
  number(name: string, bounds?: Bounds): number | undefined;
  integer(name: string, bounds?: Bounds): number | undefined;
  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined;
}

/** A request for a video, however it is written down. */
export interface VideoSource {
  fields: VideoFields;
  /** A number that SDKs send as a text. */
  seconds(): number | undefined;
  metadata(): JsonObject | undefined;
  /** In the order in which they count. */
  images(): ImageInput[];
}
