import { type AdmittedCall } from '#admission';
import { type FastifyRequest } from 'fastify';

/** That the limits of its token allow the request. Every route that calls models is admitted before it is served. */
export function getAdmitted(request: FastifyRequest): AdmittedCall {
  const { admitted } = request.exchange;
  if (admitted === undefined)
    throw new Error(`${request.method} ${request.url} calls a model without admission`);
  return admitted;
}
