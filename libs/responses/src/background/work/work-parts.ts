import { type Token } from '#access';
import { type Relay } from '#relay';
import { type Logger } from '#telemetry';
import { type ClaimRepository } from '../claims.repository.js';
import { type EventRepository } from '../events.repository.js';
import { type OutcomeRepository } from '../outcomes.repository.js';

export interface WorkSettings {
  /** How long a worker may be silent before others take over. */
  leaseMs: number;
  /** How often it says that it lives, and looks whether its work is still wanted. */
  heartbeatMs: number;
  /** How long running responses may go on once the process is asked to stop. */
  drainMs: number;
  maxConcurrent: number;
}

export const DEFAULT_WORK_SETTINGS: WorkSettings = {
  leaseMs: 30_000,
  heartbeatMs: 500,
  drainMs: 45_000,
  maxConcurrent: 64,
};

export interface WorkParts {
  claims: ClaimRepository;
  events: EventRepository;
  outcomes: OutcomeRepository;
  relay: Pick<Relay, 'relay'>;
  /** As it is now; undefined where it is gone. */
  findToken: (id: string) => Promise<Token | undefined>;
  logger: Logger;
  settings: WorkSettings;
}
