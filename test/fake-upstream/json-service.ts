import type { Account } from './account.js';
import { getJsonBody } from './bodies/json-body.js';
import { asFields, type Fields } from './fields.js';
import type { ReceivedRequest } from './received-request.js';
import { Refused } from './refused.js';
import type { NativeAnswer, Service } from './service.js';
import { wholeAnswer } from './whole-answer.js';

interface JsonEndpoint {
  check(fields: Fields): void;
  /** With or without a stream. */
  answer(fields: Fields, account: Account): object | NativeAnswer;
}

interface JsonServiceDependencies extends Pick<Service, 'headers' | 'refusal' | 'failure'> {
  endpoints: Readonly<Record<string, JsonEndpoint>>;
  /** Errors of the service before it reads the body. */
  complaints: Readonly<Record<'noRoute' | 'noMethod' | 'noKey' | 'wrongKey', string>>;
}

/** A service with a bearer key whose endpoints all accept an object. */
export function jsonService({ endpoints, complaints, ...parts }: JsonServiceDependencies): Service {
  const endpointAt = ({ method, route }: ReceivedRequest): JsonEndpoint => {
    const endpoint = endpoints[route];
    if (!endpoint) throw new Refused(complaints.noRoute, { status: 404 });
    if (method === 'POST') return endpoint;
    throw new Refused(complaints.noMethod, { status: 405, headers: { allow: 'POST' } });
  };
  const checkKey = ({ headers }: ReceivedRequest, { apiKeys }: Account): void => {
    if (apiKeys.some((key) => headers.authorization === `Bearer ${key}`)) return;
    throw new Refused(headers.authorization ? complaints.wrongKey : complaints.noKey, { status: 401 });
  };
  return {
    credentialHeaders: ['authorization'],
    ...parts,
    check(request, account) {
      const endpoint = endpointAt(request);
      checkKey(request, account);
      endpoint.check(getJsonBody(request));
    },
    answer(request, account) {
      const answer = endpointAt(request).answer(asFields(request.json()), account);
      return 'framing' in answer ? answer : wholeAnswer(answer);
    },
  };
}
