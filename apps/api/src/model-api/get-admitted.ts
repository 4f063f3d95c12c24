import { type AdmittedCall } from '#admission';
import { type FastifyRequest } from 'fastify';

/** The admission of a request. Every route that calls models is admitted before its handler runs. */
export function getAdmitted(request: FastifyRequest): AdmittedCall {
  const { admitted } = request.requestContext;
  if (admitted === undefined)
    throw new Error(`${request.method} ${request.url} calls a model without admission`);
  return admitted;
}
