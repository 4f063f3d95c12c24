import { GatewayError } from '#canonical';

export interface ModelPath {
  model: string;
  /** What is asked of the model, such as `generateContent`. */
  verb: string;
}

/**
 * Reads what follows `/models/` in an address. Names of models may hold slashes and colons, so the verb stands
 * behind the last colon; some clients percent-encode even that one.
 */
export function parseModelPath(path: string): ModelPath {
  const decoded = percentDecode(path);
  const colon = decoded.lastIndexOf(':');
  if (colon <= 0 || colon === decoded.length - 1) {
    throw new GatewayError(
      'unknown-path',
      'The path must name a model and what is asked of it: "models/NAME:VERB".',
    );
  }
  return { model: decoded.slice(0, colon), verb: decoded.slice(colon + 1) };
}

/** A lone percent sign is a character of the name. */
function percentDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
