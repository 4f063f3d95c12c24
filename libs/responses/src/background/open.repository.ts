import { TokenRepository, asToken } from '#access';
import { type Relay } from '#relay';
import { type SecretBox } from '#secrets';
import { type ResponseStoreOptions } from '../stored/open.repository.js';
import { type Logger } from '#telemetry';
import { type DataSource } from 'typeorm';
import { BackgroundResponses } from './background-responses.js';
import { ClaimRepository } from './claims.repository.js';
import { EventRepository } from './events.repository.js';
import { OutcomeRepository } from './outcomes.repository.js';
import { ResponseSeals } from './response-seals.js';
import { ResponseRepository } from './responses.repository.js';
import { ResponseWorker } from './work/response-worker.js';
import { DEFAULT_WORK_SETTINGS, type WorkSettings } from './work/work-parts.js';

interface Storage {
  dataSource: DataSource;
  secretBox: SecretBox;
  /** Whether and how long responses are stored. */
  storeSettings: ResponseStoreOptions['settings'];
  quota?: ResponseStoreOptions['quota'];
}

export interface BackgroundResponsesSettings extends Storage {
  /** Tells a worker that there is something to do. */
  wake: (id: string) => void;
}

/** The clients' side. */
export function openBackgroundResponses(settings: BackgroundResponsesSettings): BackgroundResponses {
  const { dataSource, wake } = settings;
  const { seals, events, outcomes } = openTables(settings);
  const responses = new ResponseRepository(dataSource, seals, events);
  return new BackgroundResponses({ responses, events, outcomes, wake });
}

export interface ResponseWorkerSettings extends Storage {
  worker: string;
  relay: Relay;
  logger: Logger;
  settings?: Partial<WorkSettings>;
}

/** The workers' side. */
export function openResponseWorker(options: ResponseWorkerSettings): ResponseWorker {
  const { worker, dataSource, relay, logger, settings } = options;
  const { seals, events, outcomes } = openTables(options);
  const tokens = new TokenRepository(dataSource);
  return new ResponseWorker(worker, {
    claims: new ClaimRepository(dataSource, seals, events),
    events,
    outcomes,
    relay,
    findToken: async (id) => {
      const [token] = await tokens.findByIds([id]);
      return token === undefined ? undefined : asToken(token);
    },
    logger,
    settings: { ...DEFAULT_WORK_SETTINGS, ...settings },
  });
}

function openTables({ dataSource, secretBox, storeSettings, quota }: Storage) {
  const seals = new ResponseSeals(secretBox);
  const events = new EventRepository(dataSource, seals);
  const outcomes = new OutcomeRepository(dataSource, events, { secretBox, settings: storeSettings, quota });
  return { seals, events, outcomes };
}
