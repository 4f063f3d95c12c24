import { type Form, type JsonObject } from '#canonical';

/** A request as its client sent it: a document, or the parts of a form. */
export type RequestBody = JsonObject | Form;

/** Who speaks in a text. */
export type TextRole = 'system' | 'user' | 'assistant' | 'tool';

export type MapText = (text: string, role: TextRole) => string;

/** Something a client asked for, under the name that the client gave it. */
export interface RequestedValue<Value> {
  param: string;
  value: Value;
}

export interface PixelSize {
  width: number;
  height: number;
}

/** How much a model may say at most. */
export interface OutputCap {
  /** Where the limit stands, or would stand. */
  param: string;
  /** Undefined where the client sets none. */
  limit?: number;
}

/** Where a format keeps what policies look at. Pure; what is malformed is left for the format's own checks. */
export interface RequestView {
  /** What clients call the conversation, or whatever else they send to the model. */
  readonly inputName: string;
  /**
   * The request with each text that people or programs wrote for the model put through `map`; the very same
   * object where none has changed. Names, ids, links, media, sealed reasoning and schemas are no such texts.
   */
  mapTexts(body: RequestBody, map: MapText): RequestBody;
  readonly output?: OutputLimit;
  getChoices?(body: RequestBody): RequestedValue<number>[];
  getImageSizes?(body: RequestBody): RequestedValue<PixelSize>[];
  getVideoSizes?(body: RequestBody): RequestedValue<PixelSize>[];
  getVideoSeconds?(body: RequestBody): RequestedValue<number>[];
}

export interface OutputLimit {
  /** Undefined where this request is one that no limit can be set for. */
  cap(body: RequestBody): OutputCap | undefined;
  /** The request with a limit no higher than this. */
  withLimit(body: RequestBody, limit: number): RequestBody;
}

export function isForm(body: RequestBody): body is Form {
  return Array.isArray(body);
}
