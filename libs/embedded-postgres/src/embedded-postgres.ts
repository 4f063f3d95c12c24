/** A running private PostgreSQL. */
export interface EmbeddedPostgres {
  /** For the gateway: postgres://modelgate_app:<password>@127.0.0.1:<port>/modelgate */
  readonly url: string;
  /** The same database as its superuser. */
  readonly administratorUrl: string;
  readonly pid: number;
  readonly clusterDir: string;
  /** Calls once, when the server is gone although nobody asked it to stop. */
  onExit(listener: () => void): void;
  /** Ends the server; does nothing where it has ended already. */
  stop(): Promise<void>;
}
