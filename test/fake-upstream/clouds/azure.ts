import { type Cloud } from './cloud-front.js';

const DEPLOYMENT =
  /^\/openai\/deployments\/([^/]+)\/chat\/completions\?api-version=\d{4}-\d{2}-\d{2}(?:-preview)?$/;

/**
 * OpenAI's models in Azure: a deployment has its own path, which requires a version, and the key is in another header.
 */
export function azureOpenAi(apiKey: string): Cloud {
  return ({ path, headers, body }) => {
    if (headers['api-key'] !== 'azure-key') {
      const error = {
        code: '401',
        message: 'Access denied due to invalid subscription key or wrong API endpoint.',
      };
      return { kind: 'answer', status: 401, body: { error } };
    }
    const [, deployment] = DEPLOYMENT.exec(path) ?? [];
    if (deployment === undefined) {
      return { kind: 'answer', status: 404, body: { error: { code: '404', message: 'Resource not found' } } };
    }
    return {
      kind: 'pass',
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${apiKey}` },
      body: { ...body, model: decodeURIComponent(deployment) },
    };
  };
}
