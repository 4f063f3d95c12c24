import { type AccountPlace } from './account-place.js';

/** One page of a list of models. */
export interface ModelPage {
  /** The models as requests name them. */
  ids: string[];
  /** The cursor of the next page. */
  next?: string;
}

/** How a service lists the models of an account. */
export interface ModelListing {
  /** The URL of a page. */
  page(place: AccountPlace, cursor?: string): URL;
  /** Undefined if the body is not a list of models. */
  read(body: unknown): ModelPage | undefined;
}

/** The page size for services with pagination. */
export const MODELS_PER_PAGE = '1000';

type JsonMap = Readonly<Record<string, unknown>>;

export function isJsonMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names in a list of models, from the first of these members that is set; undefined if it is not a list. */
export function findNames(list: unknown, ...members: readonly string[]): string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.filter(isJsonMap).flatMap((model) => members.map((member) => model[member]).find(isName) ?? []);
}

/** The cursor of the next page, if there is one. */
export function toNextPage(cursor: unknown): Pick<ModelPage, 'next'> {
  return isName(cursor) ? { next: cursor } : {};
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
