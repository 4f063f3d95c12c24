import { type Stage } from './stage.js';

export interface Run {
  /** What follows the name of the command. */
  args?: readonly string[];
  /** What is piped in. */
  input?: string;
  /** What differs from the installation of the stage. */
  environment?: Record<string, string>;
  /** 0 if left out. */
  exitCode?: number;
  /** It is interrupted, as by Ctrl-C, once it has printed this. */
  interruptAfter?: string;
}

export interface CommandCase {
  /** A run for people, on the machine itself. */
  human: Run & {
    prints: readonly RegExp[];
    /** For a command that writes to the world and not only to the terminal. */
    proves?: () => Promise<void>;
  };
  /**
   * One with --json, which only a command that has nothing to print as JSON does without. A command that speaks to
   * the admin API asks the gateway for this.
   */
  json?: Run & { gives: object; proves?: () => Promise<void> };
  /** Something that is not done, tried for people and with --json, where `json` is tried. */
  refusal: Run & { exitCode: number; says: string };
}

/** By the name of the command. They are tried in the order of the command line's help, on one stage. */
export type CommandCases = Readonly<Record<string, (stage: Stage) => CommandCase>>;
