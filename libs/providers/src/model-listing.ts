import { type AccountPlace } from './account-place.js';

/** A part of the list. */
export interface ModelPage {
  /** As a request would name them. */
  ids: string[];
  /** What to ask for the next part with, where there is one. */
  next?: string;
}

/** How a service tells which models an account has. */
export interface ModelListing {
  /** Where a part of it is read. */
  page(place: AccountPlace, cursor?: string): URL;
  /** Undefined where this is no such list. */
  read(body: unknown): ModelPage | undefined;
}

/** How many models the services that page their lists are asked for at a time. */
export const MODELS_PER_PAGE = '1000';

type JsonMap = Readonly<Record<string, unknown>>;

export function isJsonMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names in a list of models, under whichever of the members they stand; undefined where it is no list. */
export function namesIn(list: unknown, ...members: readonly string[]): string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.filter(isJsonMap).flatMap((model) => members.map((member) => model[member]).find(isName) ?? []);
}

/** A cursor, where there is one. */
export function getNext(cursor: unknown): Pick<ModelPage, 'next'> {
  return isName(cursor) ? { next: cursor } : {};
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
