import sys, time

def say(kind, key, value):
    text = " ".join(str(value).split())[:300]
    sys.stdout.write("%s %s %s\n" % (kind, key, text))
    sys.stdout.flush()

def text(key, value):
    if value is not None:
        say("s", key, str(value).encode("ascii", "replace").decode("ascii"))

def number(key, value):
    if value is not None:
        say("n", key, value if isinstance(value, int) else "%.3f" % value)

def flag(key, value):
    if value is not None:
        say("b", key, "true" if value else "false")

def attempt(key, action):
    try:
        return action()
    except BaseException as failure:
        text(key, type(failure).__name__ + ": " + str(failure))
        return None

def packages():
    import locale
    text("version", ".".join(map(str, sys.version_info[:3])))
    text("executable", sys.executable)
    text("encoding", locale.getpreferredencoding(False))
    try:
        from importlib import metadata
    except ImportError:
        text("error", "importlib.metadata is missing: Python before 3.8")
        return True
    for name in ("torch triton transformers peft bitsandbytes flash-attn accelerate datasets trl deepspeed xformers "
                 "vllm axolotl llamafactory unsloth tokenizers safetensors huggingface-hub numpy "
                 "nvidia-cuda-runtime nvidia-cuda-runtime-cu12 nvidia-cuda-runtime-cu11").split():
        try:
            text(name.replace("-", "_"), metadata.version(name))
        except Exception:
            pass
    return True

def product(torch, kind, size):
    a = torch.randn(size, size, device="cuda").to(kind)
    b = torch.randn(size, size, device="cuda").to(kind)
    for _ in range(2):
        c = a @ b
    torch.cuda.synchronize()
    rounds, begun = 0, time.perf_counter()
    while rounds < 20 and (rounds < 3 or time.perf_counter() - begun < 0.5):
        c = a @ b
        rounds += 1
        torch.cuda.synchronize()
    taken = (time.perf_counter() - begun) / rounds
    if not bool(torch.isfinite(c.float()).all()):
        raise ArithmeticError("the product is not finite")
    return taken * 1000

def torch_part():
    begun = time.perf_counter()
    try:
        import torch
    except BaseException as failure:
        missing = isinstance(failure, ImportError) and getattr(failure, "name", "") == "torch"
        flag("installed", not missing)
        text("error", type(failure).__name__ + ": " + str(failure))
        return False
    flag("installed", True)
    number("import_seconds", time.perf_counter() - begun)
    text("version", torch.__version__)
    text("cuda", torch.version.cuda)
    text("hip", getattr(torch.version, "hip", None))
    if torch.version.cuda:
        text("architectures", attempt("architectures_error", lambda: torch._C._cuda_getArchFlags()))
    there = bool(attempt("cuda_error", torch.cuda.is_available))
    flag("cuda_available", there)
    if not there:
        if torch.version.cuda:
            attempt("cuda_error", torch.cuda.init)
        return torch.version.cuda is None
    number("gpus", torch.cuda.device_count())
    text("name", torch.cuda.get_device_name(0))
    text("capability", "%d.%d" % torch.cuda.get_device_capability(0))
    free, total = attempt("memory_error", torch.cuda.mem_get_info) or (None, None)
    number("memory_mib", total and total // 1048576)
    number("free_memory_mib", free and free // 1048576)
    flag("bf16_supported", attempt("bf16_error", torch.cuda.is_bf16_supported))
    try:
        flag("bf16_native", torch.cuda.is_bf16_supported(including_emulation=False))
    except TypeError:
        flag("bf16_native", torch.cuda.get_device_capability(0) >= (8, 0))
    if attempt("kernel_error", lambda: float((torch.ones(8, device="cuda") * 2).sum())) != 16.0:
        flag("kernels", False)
        return False
    flag("kernels", True)
    taken = {}
    for name in ("float32", "float16", "bfloat16"):
        kind = getattr(torch, name)
        short = {"float32": "fp32", "float16": "fp16", "bfloat16": "bf16"}[name]
        taken[short] = attempt(short + "_error", lambda: product(torch, kind, 2048))
        number(short + "_ms", taken[short])
    if taken["bf16"] and taken["fp16"]:
        number("bf16_to_fp16", taken["bf16"] / taken["fp16"])
    return True

KERNEL = """
import triton
import triton.language as tl

@triton.jit
def twice(source, target, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + at, tl.load(source + at, mask=at < count) * 2, mask=at < count)
"""

def triton_part(folder):
    import os
    try:
        import torch, triton
    except BaseException as failure:
        text("error", type(failure).__name__ + ": " + str(failure))
        return False
    text("version", triton.__version__)
    if not torch.cuda.is_available():
        text("skipped", "torch sees no GPU")
        return True
    # of its own, so that the compiler is really asked
    os.environ["TRITON_CACHE_DIR"] = os.path.join(folder, "triton")
    begun = time.perf_counter()
    try:
        with open(os.path.join(folder, "tagwerk_kernel.py"), "w") as file:
            file.write(KERNEL)
        sys.path.insert(0, folder)
        sys.dont_write_bytecode = True
        from tagwerk_kernel import twice
        source = torch.arange(1000, device="cuda", dtype=torch.float32)
        target = torch.zeros_like(source)
        twice[(8,)](source, target, 1000, BLOCK=128)
        torch.cuda.synchronize()
        right = bool((target == source * 2).all())
        flag("right", right)
        number("compile_seconds", time.perf_counter() - begun)
        return right
    except BaseException as failure:
        text("error", type(failure).__name__ + ": " + str(failure))
        return False

def lock(path):
    import fcntl
    with open(path, "r+b") as file:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.lockf(file, fcntl.LOCK_UN)
    return True

def head(host):
    import urllib.error, urllib.request
    try:
        answer = urllib.request.urlopen(urllib.request.Request("https://" + host + "/", method="HEAD"), timeout=3)
    except urllib.error.HTTPError as refused:
        answer = refused
    print("HTTP/1.1 %d" % answer.getcode())
    print("Date: %s" % answer.headers.get("Date", ""))
    return True

part = sys.argv[1]
if part == "python":
    done = packages()
elif part == "torch":
    done = torch_part()
elif part == "triton":
    done = triton_part(sys.argv[2])
elif part == "lock":
    sys.exit(0 if lock(sys.argv[2]) else 1)
elif part == "head":
    sys.exit(0 if head(sys.argv[2]) else 1)
say("ok", "true" if done else "false", "")
