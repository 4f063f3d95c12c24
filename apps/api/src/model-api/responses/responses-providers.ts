import { type Provider } from '@nestjs/common';
import { BackgroundResponses } from '#background-responses';
import { ResponseStore } from '#stored-responses';
import { type Logger } from '#telemetry';
import { type Drain } from '../../http/drain.js';
import { type ModelRequests } from '../model-requests.js';
import { BackgroundRequests } from './background-requests.js';
import { ResponseEvents } from './response-events.js';
import { StatefulResponses } from './stateful-responses.js';

export interface ResponsesParts {
  store: ResponseStore;
  background: BackgroundResponses;
  keepAliveMs: number;
}

interface Surroundings {
  responses: ResponsesParts;
  modelRequests: ModelRequests;
  drain: Drain;
  logger: Logger;
}

/** What the controller of responses works with. */
export function responsesProviders({ responses, modelRequests, drain, logger }: Surroundings): Provider[] {
  const { store, background, keepAliveMs } = responses;
  const events = new ResponseEvents({ background, drain, keepAliveMs });
  const requests = new BackgroundRequests({ requests: modelRequests, store, background, events });
  return [
    { provide: ResponseStore, useValue: store },
    { provide: BackgroundResponses, useValue: background },
    { provide: ResponseEvents, useValue: events },
    { provide: StatefulResponses, useValue: new StatefulResponses(modelRequests, store, requests, logger) },
  ];
}
