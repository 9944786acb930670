import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callHeaders } from './cors.ts';

const METHOD_NOT_ALLOWED = 405;
/** For callers who may not read it, this address does not exist. */
const HIDDEN = '/metrics';
/** Methods for a file or a page. */
const READING = ['GET', 'HEAD'];

/**
 * Answers a request with a wrong method with the methods of its address, and one of an unknown address with 404. Both
 * before a body is read. To be added before the routes, and after the guards that come first.
 * @param isFile true if a file or a page of the application is at a path
 */
export function answerUnknown(app: FastifyInstance, isFile: (path: string) => boolean): void {
  const routes: { methods: string[]; pattern: RegExp; isWild: boolean }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (url === HIDDEN) return;
    const parts = url.split(/(:\w+|\*)/).map((part) => {
      if (part === '*') return '.*';
      return part.startsWith(':') ? '[^/]+' : part.replaceAll('.', String.raw`\.`);
    });
    routes.push({ methods: [method].flat(), pattern: new RegExp(`^${parts.join('')}$`), isWild: url.includes('*') });
  });
  const methodsAt = (path: string): string[] => {
    if (isFile(path)) return READING;
    const found = routes.filter(({ pattern }) => pattern.test(path));
    // A route for every address below another does not prove that one of them exists.
    if (found.every(({ isWild }) => isWild)) return [];
    const isOwn = ({ isWild, methods }: (typeof found)[number]): boolean => !isWild || methods.includes('OPTIONS');
    return [...new Set(found.filter(isOwn).flatMap(({ methods }) => methods))].toSorted();
  };
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const methods = methodsAt(request.url.split('?')[0] ?? '/');
    reply.headers(callHeaders);
    if (methods.length === 0 || methods.includes(request.method)) {
      return reply.code(404).send({ message: 'There is nothing at this address.' });
    }
    const allowed = methods.join(', ');
    const message = `This address does not take ${request.method}, but ${methods.join(' and ')}.`;
    return reply.code(METHOD_NOT_ALLOWED).header('Allow', allowed).send({ message });
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply);
    else done();
  });
  app.setNotFoundHandler(answer);
}
