import { Reflector } from '@nestjs/core';

type AnswerClass = new () => object;

export interface RouteDescription {
  /** What it does, in a few words. */
  summary: string;
  description?: string;
  /** What it answers: a class with fields, or a page of such; nothing where it is left out. */
  answer?: AnswerClass | { pageOf: AnswerClass };
  /** The media type of an answer that is a text and no JSON. */
  text?: string;
  /** The media type of an answer that is a file. */
  file?: string;
}

/** For the reference. On every route of the admin API. */
export const Described = Reflector.createDecorator<RouteDescription>();
