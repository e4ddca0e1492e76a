/**
 * How this machine reaches others: the proxies that its environment names.
 *
 * <p>In: an environment. Out: a {@link java.net.ProxySelector} for whoever opens connections;
 * nothing here opens one.
 *
 * <p>Read first: {@link dev.tagwerk.network.EnvironmentProxies}. It is immutable.
 */
@NullMarked
package dev.tagwerk.network;

import org.jspecify.annotations.NullMarked;
