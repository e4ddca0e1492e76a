package dev.tagwerk.model;

import java.nio.file.Path;
import java.time.Duration;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.AllToAllOptions;
import org.bytedeco.pytorch.Backend;
import org.bytedeco.pytorch.FileStore;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.LongVector;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.bytedeco.pytorch.nccl.ProcessGroupNCCL;

/**
 * The processes of this machine that train one model together, each called a rank: gloo over the
 * loopback interface on processors, NCCL on GPUs. One thread of each rank may use it.
 *
 * <p>The sum of the ranks' gradients is taken in the order of the ranks, whatever the timing: every
 * rank adds up one share of the values ({@code alltoall}) and all exchange their shares ({@code
 * allgather}). That moves as many bytes as a ring, whose order of additions would differ from share
 * to share, and gives every rank the same bits.
 */
public final class RankGroup implements AutoCloseable {
    private static final int VALUES_AT_ONCE = 1 << 22;
    private static final String LOOPBACK = "127.0.0.1";

    private final int ranks;
    private final PointerScope owner;
    private final Backend backend;
    private final Tensor sent;
    private final Tensor received;
    private final LongVector evenly;
    private final long valuesAtOnce;

    private RankGroup(Meeting meeting, Placement placement, long valuesAtOnce) {
        this.ranks = meeting.ranks();
        this.valuesAtOnce = valuesAtOnce;
        owner = new PointerScope();
        try {
            Store store =
                    new PrefixStore(
                            meeting.token(), new FileStore(meeting.file().toString(), ranks));
            Milliseconds limit = new Milliseconds(meeting.limit().toMillis());
            store.setTimeout(limit);
            backend = placement.cuda() ? nccl(store, meeting, limit) : gloo(store, meeting, limit);
            TensorOptions options = placement.options(ScalarType.Float);
            long room = (valuesAtOnce + ranks - 1) / ranks * ranks;
            sent = torch.zeros(new long[] {room}, options);
            received = torch.zeros(new long[] {room}, options);
            evenly = new LongVector(0);
        } finally {
            PointerScopes.leave(owner);
        }
    }

    /**
     * Where ranks find each other.
     *
     * @param file made by whoever comes first, in a folder that is theirs alone
     * @param token the same for all; tells them from ranks of an earlier attempt
     * @param rank from 0
     * @param ranks how many there are
     * @param limit after which a rank that does not come, or does not answer, counts as lost
     */
    public record Meeting(Path file, String token, int rank, int ranks, Duration limit) {
        public Meeting {
            if (rank < 0 || rank >= ranks) {
                throw new ModelException("rank must be from 0 to " + (ranks - 1) + ", not " + rank);
            }
        }
    }

    /**
     * Waits until every rank has come.
     *
     * @param parameters how many values are summed
     * @throws RankLostException when one does not come in time
     */
    public static RankGroup join(Meeting meeting, Placement placement, Parameters parameters) {
        return join(meeting, placement, Math.min(VALUES_AT_ONCE, parameters.count()));
    }

    static RankGroup join(Meeting meeting, Placement placement, long valuesAtOnce) {
        Libtorch.load();
        try {
            return new RankGroup(meeting, placement, valuesAtOnce);
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            throw new ModelException(
                    "this build has no natives for several "
                            + (placement.cuda() ? "GPUs (NCCL)" : "processes (gloo)")
                            + ": "
                            + e.getMessage(),
                    e);
        } catch (RuntimeException e) {
            throw lost("not all " + meeting.ranks() + " ranks came", e);
        }
    }

    private static Backend gloo(Store store, Meeting meeting, Milliseconds limit) {
        ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create(limit);
        // Without a device named, gloo listens on the address of the host's name: on a network.
        options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname(LOOPBACK)));
        options.threads(1);
        return new ProcessGroupGloo(store, meeting.rank(), meeting.ranks(), options);
    }

    private static Backend nccl(Store store, Meeting meeting, Milliseconds limit) {
        Libtorch.setEnvironment("TORCH_NCCL_BLOCKING_WAIT", java.util.Optional.of("1"));
        ProcessGroupNCCL.Options options = ProcessGroupNCCL.Options.create();
        options.timeout(limit);
        return new ProcessGroupNCCL(store, meeting.rank(), meeting.ranks(), options);
    }

    /**
     * Sums the gradients of all workers of all ranks; every rank then holds the same bits, ready
     * for {@link AdamW}. All ranks must call it.
     *
     * @throws RankLostException when a rank has gone or does not answer in time
     */
    public void sumGradients(Parameters parameters) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor gradient = parameters.reducedGradient();
            for (long start = 0; start < parameters.count(); start += valuesAtOnce) {
                long size = Math.min(valuesAtOnce, parameters.count() - start);
                sum(gradient.narrow(0, start, size));
            }
        } catch (RuntimeException e) {
            throw lost("the gradients could not be summed over " + ranks + " ranks", e);
        }
    }

    private void sum(Tensor values) {
        long size = values.numel();
        long share = (size + ranks - 1) / ranks;
        Tensor all = sent.narrow(0, 0, share * ranks); // [ranks * share]: row r is summed by rank r
        all.narrow(0, 0, size).copy_(values);
        all.narrow(0, size, share * ranks - size).zero_();
        Tensor mine = received.narrow(0, 0, share * ranks); // [ranks * share]: row r is rank r's
        finish(backend.alltoall_base(mine, all, evenly, evenly, new AllToAllOptions()));
        Tensor sum = mine.narrow(0, 0, share); // [share]
        for (int rank = 1; rank < ranks; rank++) {
            sum.add_(mine.narrow(0, rank * share, share));
        }
        finish(backend._allgather_base(all, sum));
        values.copy_(all.narrow(0, 0, size));
    }

    private static void finish(Work work) {
        if (!work._wait()) {
            throw new IllegalStateException("the transfer was given up");
        }
    }

    private static RankLostException lost(String what, RuntimeException cause) {
        String native_ = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return new RankLostException(
                what + ": " + native_.replaceFirst("^\\[/[^]]*/([^]/]*)] ", "$1: "), cause);
    }

    @Override
    public void close() {
        owner.close();
    }
}
