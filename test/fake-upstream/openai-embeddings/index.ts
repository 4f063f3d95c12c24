import type { Account } from '../account.js';
import { getJsonBody } from '../bodies/json-body.js';
import { asFields } from '../fields.js';
import { toBase64, getVector } from '../made-up/vectors.js';
import { openaiEndpoint } from '../openai/endpoint.js';
import { wholeAnswer } from '../whole-answer.js';
import { checkFields } from './field-checks.js';
import { getInputs, tokensIn } from './inputs.js';

export const openaiEmbeddings = openaiEndpoint({
  route: '/v1/embeddings',
  checkBody: (request, account) => checkFields(getJsonBody(request), account),
  answer: (request, account) => wholeAnswer(buildList(request.json(), account)),
});

function buildList(body: unknown, { options: { ignoresEncodingFormat } }: Account): object {
  const { model, input, encoding_format: asked, dimensions } = asFields(body);
  const inputs = getInputs(input);
  const isPacked = (ignoresEncodingFormat ?? asked) === 'base64';
  const tokens = inputs.reduce((total, item) => total + tokensIn(item), 0);
  return {
    object: 'list',
    data: inputs.map((item, index) => {
      const vector = getVector(item, typeof dimensions === 'number' ? dimensions : undefined);
      return { object: 'embedding', index, embedding: isPacked ? toBase64(vector) : [...vector] };
    }),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}
