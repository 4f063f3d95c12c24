import { type TokenHttp } from './request-token.js';
import { type Clock } from './clock.js';

/** The dependencies for fetching any kind of credentials. */
export interface FetchDependencies {
  http: TokenHttp;
  clock: Clock;
  environment: NodeJS.ProcessEnv;
}
