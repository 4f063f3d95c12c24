export const LOGGER = Symbol('logger');
