/** Without a list all models are allowed. A pattern is allowed if one entry covers all names that it matches. */
export function allowsModel(list: readonly string[] | undefined, model: string): boolean {
  return list === undefined || list.some((entry) => coversModel(entry, model));
}

/** Both the entry and the model can end with a star. */
export function coversModel(entry: string, model: string): boolean {
  return entry.endsWith('*') ? model.startsWith(entry.slice(0, -1)) : entry === model;
}
