import { type Form, type JsonObject } from '#canonical';
import { readJsonBody } from '#http-edge';
import { JsonRequest } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { readForm } from '../../http/form/read-form.js';
import { type BodyLimits } from '../../http/body-limits.js';
import { digestForm } from '../../http/form/form-digest.js';

/** A request for a video, in a form or in JSON. */
export interface ReceivedVideo {
  content: JsonObject | Form;
  /** By which it is known again. */
  identify: () => Promise<Uint8Array>;
  /** To be called when the request is over, however it went. */
  dispose: () => Promise<void>;
}

export async function receiveVideo(
  request: FastifyRequest,
  reply: FastifyReply,
  { maxJsonBytes, maxUploadBytes, spoolFolder, memory, disk }: BodyLimits,
): Promise<ReceivedVideo> {
  if (/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) {
    const received = await readForm(request, reply, { maxBytes: maxUploadBytes, spoolFolder, disk });
    const { form } = received;
    return { content: form, identify: () => digestForm(form), dispose: () => received.dispose() };
  }
  const body = await readJsonBody(request, reply, { maxBytes: maxJsonBytes, memory });
  return {
    content: JsonRequest.read(body).json,
    identify: async () => body,
    dispose: async () => undefined,
  };
}
