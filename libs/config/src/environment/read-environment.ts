/** The one place that touches process.env. */
export function readEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}
