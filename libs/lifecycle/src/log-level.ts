import { type ChildProcess } from 'node:child_process';
import { type Config } from '#config';
import { type Logger } from '#telemetry';

/** Has a process tell more, and at the next time as much as before. */
const SIGNAL = 'SIGUSR2';
const MESSAGE = 'log level';

export type LogLevel = Config['logLevel'];

/** How much a process logs, which can be changed while it runs: by a signal, or by the process that started it. */
export class LogLevelSwitch {
  private level: LogLevel;
  private onChange: (level: LogLevel) => void = () => undefined;

  constructor(
    private readonly logger: Logger,
    private readonly usual: LogLevel,
  ) {
    this.level = usual;
    logger.level = usual;
    process.on(SIGNAL, () => this.toggle());
    if (process.send === undefined) return;
    process.on('message', (message) => {
      if (isLevelMessage(message)) this.set(message.level);
    });
  }

  get current(): LogLevel {
    return this.level;
  }

  /** For what this process has started: it is told as well. */
  follow(onChange: (level: LogLevel) => void): void {
    this.onChange = onChange;
  }

  private toggle(): void {
    const more = this.usual === 'debug' || this.usual === 'trace' ? 'trace' : 'debug';
    this.set(this.level === more ? this.usual : more);
  }

  private set(level: LogLevel): void {
    this.level = level;
    this.logger.level = level;
    // On the level itself: so it is seen, whichever that is.
    if (level !== 'silent') this.logger[level]({ logLevel: level }, 'the log level has changed');
    this.onChange(level);
  }
}

/** Tells a process that this one has started. */
export function tellLogLevel(child: ChildProcess, level: LogLevel): void {
  if (child.connected) child.send({ type: MESSAGE, level }, () => undefined);
}

function isLevelMessage(message: unknown): message is { level: LogLevel } {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === MESSAGE;
}
