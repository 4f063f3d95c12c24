import { GatewayError } from '#canonical';
import { applyStartDirectives } from '../apply-start-directives.js';
import { readDirectives } from '../directives.js';
import { type ModelHandler, sendChunks, sendJson } from '../send.js';
import { buildImageResponse, generateImageEvents } from './response.js';
import { preparePainter, decodeImageRequest } from './painter.js';

/** Draws posters of prompts, and edits images. */
export const sandboxImage: ModelHandler = async (outbound, signal) => {
  const options = decodeImageRequest(outbound);
  const { directives, text: prompt } = readDirectives(options.prompt, 'prompt');
  await applyStartDirectives(directives, signal);
  if (directives.filter || directives.refuse) throw buildRefusal();
  const painter = await preparePainter(options, prompt);
  const job = { options, prompt, painter };
  if (!options.isStreamed)
    return sendJson(await buildImageResponse(job), { fault: directives.fault, signal });
  return sendChunks(generateImageEvents(job), {
    contentType: 'text/event-stream',
    faultAfterBytes: 1,
    garbage: 'data: {"type": "image_generation.partial_image", %%%\n\n',
    directives,
    signal,
  });
};

function buildRefusal(): GatewayError {
  return new GatewayError('upstream-rejected', 'The sandbox refuses this image because of a directive.', {
    code: 'content_policy_violation',
    param: 'prompt',
  });
}
