import { type ChildProcess } from 'node:child_process';
import { type Config } from '#config';
import { type Logger } from '#telemetry';

/** Toggles between the configured level and a more verbose one. */
const SIGNAL = 'SIGUSR2';
const MESSAGE_TYPE = 'log level';

export type LogLevel = Config['logLevel'];

/** The log level of a process. It can be changed at run time by a signal or by the supervisor. */
export class LogLevelSwitch {
  private level: LogLevel;
  private onChange: (level: LogLevel) => void = () => undefined;

  constructor(
    private readonly logger: Logger,
    private readonly configuredLevel: LogLevel,
  ) {
    this.level = configuredLevel;
    logger.level = configuredLevel;
    process.on(SIGNAL, () => this.toggle());
    if (process.send === undefined) return;
    process.on('message', (message) => {
      if (isLevelMessage(message)) this.set(message.level);
    });
  }

  get current(): LogLevel {
    return this.level;
  }

  /** Calls the function with every new level, so that it can be sent to the children of this process. */
  follow(onChange: (level: LogLevel) => void): void {
    this.onChange = onChange;
  }

  private toggle(): void {
    const verbose = this.configuredLevel === 'debug' || this.configuredLevel === 'trace' ? 'trace' : 'debug';
    this.set(this.level === verbose ? this.configuredLevel : verbose);
  }

  private set(level: LogLevel): void {
    this.level = level;
    this.logger.level = level;
    // Logged at the new level, so that the line is always written.
    if (level !== 'silent') this.logger[level]({ logLevel: level }, 'log level changed');
    this.onChange(level);
  }
}

/** Sends the log level to a child process. */
export function tellLogLevel(child: ChildProcess, level: LogLevel): void {
  if (child.connected) child.send({ type: MESSAGE_TYPE, level }, () => undefined);
}

function isLevelMessage(message: unknown): message is { level: LogLevel } {
  return (
    typeof message === 'object' && message !== null && 'type' in message && message.type === MESSAGE_TYPE
  );
}
