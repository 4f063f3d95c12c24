import { type HttpTransport } from '#egress';
import { type HarnessDatabase } from './database-copies.js';

/** All side effects of a process go through here, so that it can be paused, resumed or ended at any moment. */
export class Gate {
  private closed: Promise<void> | undefined;
  private open: () => void = () => undefined;
  private end: (reason: Error) => void = () => undefined;

  async pass(): Promise<void> {
    await this.closed;
  }

  /** As SIGSTOP does, or SIGKILL if it is never resumed. */
  stop(): void {
    if (this.closed !== undefined) return;
    this.closed = new Promise((resolve, reject) => {
      this.open = resolve;
      this.end = reject;
    });
    this.closed.catch(() => undefined);
  }

  resume(): void {
    this.open();
    this.closed = undefined;
  }

  /** Lets no side effect happen any more, and rejects those that wait. */
  kill(): void {
    this.stop();
    this.end(new Error('this process is dead'));
  }
}

export function gatedDatabase(dataSource: HarnessDatabase, gate: Gate): HarnessDatabase {
  const gated: Pick<HarnessDatabase, 'query' | 'transaction'> = {
    query: async (...parameters: Parameters<HarnessDatabase['query']>) => {
      await gate.pass();
      return dataSource.query(...parameters);
    },
    transaction: async (...parameters: unknown[]) => {
      await gate.pass();
      return (dataSource.transaction as (...all: unknown[]) => Promise<never>)(...parameters);
    },
  };
  return gated as HarnessDatabase;
}

export function gatedHttp(http: HttpTransport, gate: Gate): Pick<HttpTransport, 'send'> {
  return {
    send: async (...parameters) => {
      await gate.pass();
      return http.send(...parameters);
    },
  };
}
