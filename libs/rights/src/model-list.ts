/** Without a list every model is allowed. A pattern is allowed where one entry covers all names that it matches. */
export function allowsModel(list: readonly string[] | undefined, model: string): boolean {
  return list === undefined || list.some((entry) => coversModel(entry, model));
}

/** Both may end with a star. */
export function coversModel(entry: string, model: string): boolean {
  return entry.endsWith('*') ? model.startsWith(entry.slice(0, -1)) : entry === model;
}
