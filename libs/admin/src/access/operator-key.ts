/** Known to one process alone: whoever sends it as a bearer token is the operator. */
export const OPERATOR_KEY = Symbol('operator key');
