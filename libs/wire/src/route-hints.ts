/** What the route tells of a request beside its body: some formats have the model and the stream flag in the path. */
export interface RouteHints {
  model?: string;
  isStreamed?: boolean;
  /** The query of the address, decoded. */
  query?: Readonly<Record<string, unknown>>;
}
