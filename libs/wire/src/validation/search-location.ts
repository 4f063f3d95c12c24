import { type WebSearch } from '#canonical';
import { definedMembers } from './json-values.js';
import { type RequestObject } from './request-object.js';

/** The user's location for web search. All formats that have this member have the same structure. */
export function decodeSearchLocation(tool: RequestObject): WebSearch['location'] {
  const location = tool.object('user_location');
  return (
    location &&
    definedMembers({
      city: location.string('city'),
      region: location.string('region'),
      country: location.string('country'),
      timezone: location.string('timezone'),
    })
  );
}
