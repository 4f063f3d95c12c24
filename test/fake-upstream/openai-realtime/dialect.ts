/** The two versions of the service's event names: the current one, and the first one. */
export type Dialect = 'ga' | 'beta';
