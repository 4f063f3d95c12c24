/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** For the gateway: postgres://modelgate_app:<password>@127.0.0.1:<port>/modelgate */
  readonly url: string;
  /** The same database as its superuser. */
  readonly administratorUrl: string;
  readonly pid: number;
  readonly clusterDir: string;
  /** Calls the listener once if the server ends without a call of `stop`. */
  onExit(listener: () => void): void;
  /** Stops the server. Does nothing if it has already ended. */
  stop(): Promise<void>;
}
