import { Controller, UseInterceptors, UsePipes, applyDecorators } from '@nestjs/common';
import { CompressAnswer } from './compress-answer.interceptor.js';
import { InputPipe } from './input/input.pipe.js';
import { JsonBody } from './input/json-body.interceptor.js';

/** A controller of the admin API: JSON bodies, checked by their DTOs. Its paths begin with `/api`. */
export function AdminController(path: `/api${string}`): ClassDecorator {
  return applyDecorators(Controller(path), UseInterceptors(JsonBody, CompressAnswer), UsePipes(InputPipe));
}
