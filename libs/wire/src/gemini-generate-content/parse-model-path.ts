import { GatewayError } from '#canonical';

export interface ModelPath {
  model: string;
  /** The method, such as `generateContent`. */
  verb: string;
}

/**
 * Parses the part of a path after `/models/`. Names of models may contain slashes and colons, so the method follows
 * the last colon. Some clients percent-encode even that one.
 */
export function parseModelPath(path: string): ModelPath {
  const decoded = percentDecode(path);
  const colon = decoded.lastIndexOf(':');
  if (colon <= 0 || colon === decoded.length - 1) {
    throw new GatewayError('unknown-path', 'The path must name a model and a method: "models/NAME:METHOD".');
  }
  return { model: decoded.slice(0, colon), verb: decoded.slice(colon + 1) };
}

/** A percent sign that is not an escape belongs to the name. */
function percentDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
