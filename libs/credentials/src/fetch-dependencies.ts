import { type TokenHttp } from './ask-token-service.js';
import { type Clock } from './clock.js';

/** What all kinds of credentials are fetched with. */
export interface FetchDependencies {
  http: TokenHttp;
  clock: Clock;
  environment: NodeJS.ProcessEnv;
}
