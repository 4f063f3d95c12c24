import { type Form, type JsonObject } from '#canonical';
import { readJsonBody } from '#http-edge';
import { JsonRequest } from '#wire';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Admissions } from '../../http/admissions.js';
import { BodyLimits } from '../../http/body-limits.js';
import { digestForm } from '../../http/form/form-digest.js';
import { getFormBytes, readForm } from '../../http/form/read-form.js';

/** A video request, from a form or JSON. */
export interface ReceivedVideo {
  content: JsonObject | Form;
  /** Computes what identifies a repeated request. */
  identify: () => Promise<Uint8Array>;
  /** Must be called when the request ends. */
  dispose: () => Promise<void>;
}

/** Reads video requests, and reserves the tokens for them. */
@Injectable()
export class VideoReader {
  constructor(
    private readonly limits: BodyLimits,
    private readonly admissions: Admissions,
  ) {}

  async read(request: FastifyRequest, reply: FastifyReply): Promise<ReceivedVideo> {
    const { bytes, ...video } = await this.receive(request, reply);
    try {
      await this.admissions.reserve(request, reply, bytes);
      return video;
    } catch (error) {
      await video.dispose();
      throw error;
    }
  }

  private async receive(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<ReceivedVideo & { bytes: number }> {
    const { maxJsonBytes, maxUploadBytes, spoolFolder, memory, disk } = this.limits;
    if (/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) {
      const receivedForm = await readForm(request, reply, { maxBytes: maxUploadBytes, spoolFolder, disk });
      const { form } = receivedForm;
      const bytes = getFormBytes(form);
      return {
        content: form,
        bytes,
        identify: () => digestForm(form),
        dispose: () => receivedForm.dispose(),
      };
    }
    const body = await readJsonBody(request, reply, { maxBytes: maxJsonBytes, memory });
    return {
      content: (await JsonRequest.read(body)).json,
      bytes: body.length,
      identify: async () => body,
      dispose: async () => undefined,
    };
  }
}
