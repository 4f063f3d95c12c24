import { GatewayError } from '#canonical';
import { beginAsDirected } from '../begin-as-directed.js';
import { readDirectives } from '../directives.js';
import { type ModelAnswer, sendChunks, sendJson } from '../send.js';
import { imageDocument, imageEvents } from './answer.js';
import { preparePainter, readImageOptions } from './painter.js';

/** Paints posters of prompts, and over images. */
export const sandboxImage: ModelAnswer = async (outbound, signal) => {
  const options = readImageOptions(outbound);
  const { directives, text: prompt } = readDirectives(options.prompt, 'prompt');
  await beginAsDirected(directives, signal);
  if (directives.filter || directives.refuse) throw refused();
  const painter = await preparePainter(options, prompt);
  const job = { options, prompt, painter };
  if (!options.isStreamed) return sendJson(await imageDocument(job), { fault: directives.fault, signal });
  return sendChunks(imageEvents(job), {
    contentType: 'text/event-stream',
    faultAfterBytes: 1,
    garbage: 'data: {"type": "image_generation.partial_image", %%%\n\n',
    directives,
    signal,
  });
};

function refused(): GatewayError {
  return new GatewayError('upstream-rejected', 'The sandbox was asked to refuse this image, and does.', {
    code: 'content_policy_violation',
    param: 'prompt',
  });
}
