import { GatewayError } from '#canonical';

/** What is wrong with one event of a client; the session goes on. */
export class RealtimeFault extends GatewayError {
  constructor(
    { kind, message, param, code }: GatewayError,
    /** The id that the client gave to the event at fault. */
    readonly clientEventId: string | undefined,
  ) {
    super(kind, message, { param, code });
  }
}
