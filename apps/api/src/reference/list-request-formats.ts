import { API_SCHEMAS } from '#api-schemas';
import { JsonDocument, readParameters } from '#json-scan';
import { mapFormats } from '#wire';
import { MODEL_API_ROUTES } from './model-api-routes.js';
import { type BodyKind, type ModelApiRoute } from './routes/route.js';

/** The formats of requests, from which the console takes its labels and curl commands. */
export function listRequestFormats(): object[] {
  return Object.values(
    mapFormats(({ label, path }, format) => {
      const route = getRoute(path);
      const body = route.accepts?.[0] ?? null;
      return { format, label, path, api: route.errors, body, content: pickContent(route, body) };
    }),
  );
}

function getRoute(path: string): ModelApiRoute {
  const routes = MODEL_API_ROUTES.filter((route) => route.path === path);
  const route = routes.find(({ method }) => method === 'post') ?? routes.find(({ isSocket }) => isSocket);
  if (route === undefined) throw new Error(`No route of the reference has the path ${path}.`);
  return route;
}

/** The example without the model and without optional parameters, which are recorded with each request. */
function pickContent({ example = {}, schemas }: ModelApiRoute, body: BodyKind | null): object {
  const parameters = readParameters(JsonDocument.scan(Buffer.from(JSON.stringify(example)))) ?? {};
  const schema = API_SCHEMAS[schemas?.accepts?.[body ?? 'json'] ?? ''];
  const required = (schema?.['required'] ?? []) as readonly string[];
  const content = Object.entries(example).filter(
    ([name]) => name !== 'model' && (!Object.hasOwn(parameters, name) || required.includes(name)),
  );
  return Object.fromEntries(content);
}
