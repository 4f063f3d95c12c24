import type { Account } from '../account.js';
import type { ReceivedRequest } from '../received-request.js';
import type { Service } from '../service.js';
import { checkKey, checkRoute } from './entry-checks.js';
import { buildFailure, toRefusal } from './errors.js';
import { openaiHeaders } from './headers.js';

interface Endpoint {
  route: string;
  checkBody: (request: ReceivedRequest, account: Account) => void;
  answer: Service['answer'];
}

/** One endpoint of OpenAI as a service. */
export function openaiEndpoint({ route, checkBody, answer }: Endpoint): Service {
  return {
    credentialHeaders: ['authorization'],
    headers: openaiHeaders,
    check(request, account) {
      checkRoute(request, route);
      checkKey(request, account);
      checkBody(request, account);
    },
    refusal: toRefusal,
    failure: buildFailure,
    answer,
  };
}
