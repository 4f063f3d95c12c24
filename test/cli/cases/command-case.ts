import { type Stage } from './stage.js';

export interface Run {
  /** The arguments after the name of the command. */
  args?: readonly string[];
  /** The standard input. */
  input?: string;
  /** Differences to the installation of the stage. */
  environment?: Record<string, string>;
  /** 0 by default. */
  exitCode?: number;
  /** The command is interrupted, as by Ctrl-C, once it has printed this. */
  interruptAfter?: string;
}

export interface CommandCase {
  /** A run with output for people, on the machine itself. */
  human: Run & {
    prints: readonly RegExp[];
    /** For a command with effects besides its output. */
    proves?: () => Promise<void>;
  };
  /**
   * A run with --json; only a command without output as JSON has none. A command that uses the admin API calls the
   * gateway here.
   */
  json?: Run & { gives: object; proves?: () => Promise<void> };
  /** A run that is rejected, with output for people and, if `json` is set, with --json. */
  refusal: Run & { exitCode: number; says: string };
}

/** By the name of the command. They run in the order of the command line's help, on one stage. */
export type CommandCases = Readonly<Record<string, (stage: Stage) => CommandCase>>;
