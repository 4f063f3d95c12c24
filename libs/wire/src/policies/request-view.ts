import { type Form, type JsonObject } from '#canonical';

/** A request as the client sent it: JSON or the fields of a form. */
export type RequestBody = JsonObject | Form;

/** The author of a text. */
export type TextRole = 'system' | 'user' | 'assistant' | 'tool';

export type MapText = (text: string, role: TextRole) => string;

/** A value of a request and the client's name for its parameter. */
export interface RequestedValue<Value> {
  param: string;
  value: Value;
}

export interface PixelSize {
  width: number;
  height: number;
}

/** The output limit of a request. */
export interface OutputCap {
  /** The parameter that has the limit, or would have it. */
  param: string;
  /** Undefined if the client sets no limit. */
  limit?: number;
}

/**
 * Gives policies access to the parts of a request, independent of the format. All functions are pure. Malformed parts
 * are skipped and left to the format's own validation.
 */
export interface RequestView {
  /** The client's name for the conversation or other input. */
  readonly inputName: string;
  /**
   * Applies `map` to every text that people or programs wrote for the model, and returns the same object if nothing
   * changes. Names, ids, URLs, media, encrypted reasoning and schemas are not mapped.
   */
  mapTexts(body: RequestBody, map: MapText): RequestBody;
  readonly output?: OutputLimit;
  getChoices?(body: RequestBody): RequestedValue<number>[];
  getImageSizes?(body: RequestBody): RequestedValue<PixelSize>[];
  getVideoSizes?(body: RequestBody): RequestedValue<PixelSize>[];
  getVideoSeconds?(body: RequestBody): RequestedValue<number>[];
}

export interface OutputLimit {
  /** Undefined if no limit can be set for this request. */
  cap(body: RequestBody): OutputCap | undefined;
  /** Lowers the limit to at most this value. */
  withLimit(body: RequestBody, limit: number): RequestBody;
}

export function isForm(body: RequestBody): body is Form {
  return Array.isArray(body);
}
